// How the database is reached: by the application with no start-up options, which a pooler refuses.
import { describe, expect, it } from 'vitest'
import { addressOfUrl } from '../../../server/database/connection.js'

const URL = 'postgresql://ada:secret@db.example:5433/songs?sslmode=require'

describe('the address of the database', () => {
  it('is the URL as it is, for both roles', () => {
    expect(addressOfUrl(URL)).toEqual({ owner: { connectionString: URL }, app: { connectionString: URL } })
  })

  it('may be another one for the owner, past a pooler', () => {
    const direct = 'postgresql://owner@db.example/songs'
    expect(addressOfUrl(URL, direct)).toEqual({
      owner: { connectionString: direct },
      app: { connectionString: URL },
    })
  })
})
