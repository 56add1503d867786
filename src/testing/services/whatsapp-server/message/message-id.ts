import { randomBytes } from 'node:crypto'

/** A message id as phones make them: 32 hexadecimal digits. Those of linked devices start with 3EB0. */
export function phoneMessageId(): string {
  return `AC${randomBytes(15).toString('hex').toUpperCase()}`
}
