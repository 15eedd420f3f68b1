/** A song by its address, from this site or from one that it trusts. */
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import classes from './songs.module.css'

export function AddressField() {
  const { t } = useText()
  const open = useCommand('library.open-address')
  const [address, setAddress] = useState('')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (address.trim() !== '') open.run({ address: address.trim() })
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap" className={classes.search}>
        <TextInput
          flex={1}
          type="text"
          inputMode="url"
          autoComplete="off"
          label={t('Or by its address')}
          placeholder="https://…/song.mid"
          value={address}
          onChange={event => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t('Load')}
        </Button>
      </Group>
    </form>
  )
}
