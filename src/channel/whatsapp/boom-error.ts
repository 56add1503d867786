import { objectOf } from '../../kernel/untyped-json.contract'

export function readBoom(error: unknown) {
  const { message, data, output } = objectOf(error)
  const { statusCode } = objectOf(output)
  return {
    message: typeof message === 'string' ? message : undefined,
    data,
    statusCode: typeof statusCode === 'number' ? statusCode : undefined,
  }
}
