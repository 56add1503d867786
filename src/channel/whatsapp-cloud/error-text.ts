import { objectOf } from '../../kernel/untyped-json.contract'

/** An error as Meta reports it in an answer or a status. */
interface MetaError {
  code?: unknown
  title?: unknown
  message?: unknown
  error_data?: unknown
}

/** Returns Meta's code and sentence, such as `131047 More than 24 hours have passed`. */
export function errorText({ code, title, message, error_data: data }: MetaError): string {
  const details = objectOf(data)['details']
  const sentence = [details, message, title].find((text) => typeof text === 'string' && text !== '')
  return [typeof code === 'number' ? code : undefined, sentence].filter((part) => part !== undefined).join(' ')
}
