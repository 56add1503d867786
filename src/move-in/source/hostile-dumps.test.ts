import { expect, test } from 'bun:test'
import { measureProcessor } from '../../testing/clock/processor-time'
import { withSource } from '../../testing/move-in/read-text'

const schema = ['Contacts', 'Tickets', 'Whatsapps', 'Users']
  .map((table) => `CREATE TABLE "${table}" (id text, name text);`)
  .join('\n')
const pieces = ["'", '"', '`', '$', '$a$', '$a', '/*', '*/', '--', '(', '\\', "E'", "''", 'x ', '[', "X'"]

/** Each takes less than 0.4 s. */
const processorMs = 1500

test.each(pieces)('a text that repeats %j is read or refused in linear time', async (piece) => {
  const long = piece.repeat(400_000)
  for (const text of [`SELECT ${long}`, `INSERT INTO "Users" VALUES ('1', ${long}`]) {
    const spent = measureProcessor()
    const said = await withSource(Buffer.from(`${schema}\n${text}`), () => 'read').catch(
      (error: Error) => error.constructor.name,
    )
    expect(said).toBeOneOf(['read', 'UnreadableSource'])
    expect({ text: text.slice(0, 40), isSlow: spent() > processorMs }).toEqual({
      text: text.slice(0, 40),
      isSlow: false,
    })
  }
})
