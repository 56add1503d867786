import { objectOf } from '../../kernel/untyped-json.contract'

/** Reads an error that Baileys threw. It throws Boom errors; their `statusCode` is the one WhatsApp sent. */
export function readBoom(error: unknown) {
  const { message, data, output } = objectOf(error)
  const { statusCode } = objectOf(output)
  return {
    message: typeof message === 'string' ? message : undefined,
    data,
    statusCode: typeof statusCode === 'number' ? statusCode : undefined,
  }
}
