import { currentRequest } from './current-request'

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof levels)[number]
export const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]
type Facts = Record<string, unknown>

/** Facts are written as JSON. Never pass a secret. Those named `company` and `connection` are their ids. */
export interface Log {
  debug(message: string, facts?: Facts): void
  info(message: string, facts?: Facts): void
  warn(message: string, facts?: Facts): void
  error(message: string, facts?: Facts): void
}

export function createLog(level: LogLevel, format: LogFormat = 'text'): Log {
  const least = levels.indexOf(level)
  const write = (line: Exclude<LogLevel, 'silent'>) => (message: string, facts?: Facts) => {
    if (levels.indexOf(line) < least) return
    process.stderr.write(`${lineOf[format](line, message, facts)}\n`)
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Where no configuration was read. */
export const logFormatOf = (environment: Record<string, string | undefined>): LogFormat =>
  environment['LOG_FORMAT'] === 'json' ? 'json' : 'text'

/** What must be shown at any level. */
export const plainLine = (format: LogFormat, level: LogLevel, message: string) =>
  format === 'json' ? lineOf.json(level, message) : message

const lineOf: Record<LogFormat, (level: LogLevel, message: string, facts?: Facts) => string> = {
  text(level, message, given) {
    const request = currentRequest()?.id
    const facts = request === undefined ? given : { ...given, request }
    return `${new Date().toISOString()} ${level} ${message}${facts ? ` ${JSON.stringify(facts, plainErrors)}` : ''}`
  },
  json(level, message, given = {}) {
    const of = currentRequest()
    const { company = of?.company, connection, ...facts } = given
    const ids = { company, connection, request: of?.id }
    const line = { time: new Date().toISOString(), level, message, ...ids, ...(Object.keys(facts)[0] && { facts }) }
    return JSON.stringify(line, plainErrors).replace(lineBreaks, escaped)
  },
}

/** JSON allows them, but readers of lines may split at them. */
const lineBreaks = /[\u007f-\u009f\u2028\u2029]/g
const escaped = (text: string) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`

/** As they would be written, without what cannot pass between threads. */
export const plainFacts = (facts: Facts): Facts => JSON.parse(JSON.stringify(facts, plainErrors)) as Facts

/** JSON drops an Error's message and stack. */
function plainErrors(_key: string, value: unknown) {
  return value instanceof Error ? (value.stack ?? value.message) : value
}
