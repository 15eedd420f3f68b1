// How the application reaches its database: never with the owner's rights.
import { describe, expect, it } from 'vitest'
import { addressOfUrl } from '../../../server/database/connection.js'

describe('the address of the database', () => {
  it('gives the application its own role', () => {
    const { owner, app } = addressOfUrl('postgresql://ada:secret@db.example:5433/songs?sslmode=require')
    expect(owner.connectionString).toBe('postgresql://ada:secret@db.example:5433/songs?sslmode=require')
    expect(app.connectionString).toBe('postgresql://ada:secret@db.example:5433/songs?sslmode=require')
    expect(app.options).toMatch(/^-c role=fretwork_app /)
  })

  // Mutation: the driver takes the address's options in place of ours.
  it('keeps that role next to options that the address has', () => {
    const { owner, app } = addressOfUrl('postgresql://db.example/songs?options=-c%20statement_timeout%3D5000')
    expect(owner.connectionString).toContain('options=')
    expect(app.connectionString).not.toContain('options=')
    expect(app.options).toMatch(/^-c statement_timeout=5000 -c role=fretwork_app /)
  })

  it('may lead to a socket', () => {
    expect(addressOfUrl('postgresql:///songs?host=%2Ftmp%2Fpg&user=ada').app.connectionString).toBe(
      'postgresql:///songs?host=%2Ftmp%2Fpg&user=ada',
    )
  })
})
