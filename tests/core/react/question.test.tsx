import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { type Asked, Question } from '../../../src/core/react/question.js'
import { show } from './shown.js'

function Asking({ question }: { readonly question: Asked }) {
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <button type="button" onClick={() => setAsked(question)}>
        Suspend
      </button>
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

async function ask() {
  const run = vi.fn()
  const question = { title: 'Suspend Anna?', text: ['Sessions end.', 'So it stays.'], yes: 'Do it', run }
  const user = await show(<Asking question={question} />)
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  return { user, run, dialog: within(await screen.findByRole('dialog', { name: 'Suspend Anna?' })) }
}

describe('the question before a deed', () => {
  it('says what it does, paragraph by paragraph, without another banner on the page', async () => {
    const { dialog } = await ask()
    expect(dialog.getByText('Sessions end.')).toBeTruthy()
    expect(dialog.getByText('So it stays.')).toBeTruthy()
    expect(screen.queryByRole('banner')).toBeNull()
  })

  it.each([
    ['Do it', 1],
    ['Cancel', 0],
    ['Close', 0],
  ])('is closed by “%s”; the deed is done %i times', async (name, times) => {
    const { dialog, user, run } = await ask()
    await user.click(dialog.getByRole('button', { name }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(run).toHaveBeenCalledTimes(times)
  })
})
