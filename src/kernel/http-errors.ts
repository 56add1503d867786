import { Elysia, ParseError, ValidationError } from 'elysia'
import * as v from 'valibot'
import { Refusal } from './errors'
import type { Log } from './log'

interface ErrorBody {
  error: string
  message: string
  fields?: Record<string, string>
}

/** The one place that turns errors into HTTP answers. What is not a refusal is a fault of ours: logged, and told as 500. */
export function httpErrors(log: Log) {
  return new Elysia({ name: 'http-errors' }).onError({ as: 'global' }, ({ error: thrown, code, set, request }) => {
    // What fails while a body is read, comes wrapped.
    const error = thrown instanceof ParseError && thrown.cause instanceof Error ? thrown.cause : thrown
    const refused = refusalOf(error)
    if (refused && refused !== error) log.error('The storage failed', { path: pathOf(request), error })
    if (refused) {
      const { fields, body, retryAfterSeconds } = refused.details
      set.status = refused.status
      // Bun reads on for ever otherwise.
      if (refused.status === 408) set.headers.connection = 'close'
      if (retryAfterSeconds) set.headers['retry-after'] = String(retryAfterSeconds)
      return { error: refused.code, message: refused.message, ...(fields ? { fields } : {}), ...body }
    }
    if (error instanceof ValidationError) {
      set.status = 400
      return invalidInput(error)
    }
    if (code === 'NOT_FOUND') return answer(set, 404, 'ERR_NOT_FOUND')
    log.error('A request failed', { method: request.method, path: pathOf(request), error })
    return answer(set, 500, 'ERR_INTERNAL')
  })
}

/** Without the query, which may hold what does not belong in a log. */
const pathOf = ({ url }: Request) => URL.parse(url)?.pathname ?? ''

const fullCodes = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']
/** Of a file that is damaged, cut short, taken away or made read-only. */
const damagedCodes = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)/

/** What is told by name of what was thrown; undefined of a fault of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof Refusal ? error : storageRefusal(error)
}

/** What people can do something about, if only to call the host, is told by name. Nothing was changed. */
function storageRefusal(error: unknown): Refusal | undefined {
  const code = String((error as { code?: unknown }).code)
  if (fullCodes.includes(code)) return new Refusal('ERR_STORAGE_FULL')
  return damagedCodes.test(code) ? new Refusal('ERR_COMPANY_DAMAGED') : undefined
}

function answer(set: { status?: number | string }, status: number, error: string): ErrorBody {
  set.status = status
  return { error, message: error }
}

/** Path of the field → its first fault, as the form shows it. Elysia keeps only the first issue, so the schema is asked again. */
function invalidInput(error: ValidationError): ErrorBody {
  const fields: Record<string, string> = {}
  const result = v.safeParse(schemaOf(error), error.value)
  for (const issue of result.issues ?? []) {
    const name = v.getDotPath(issue) ?? 'body'
    fields[name] ??= isMissing(issue) ? 'required' : messageOf(issue)
  }
  return { error: 'ERR_INVALID_INPUT', message: 'ERR_INVALID_INPUT', fields }
}

/** Elysia types the validator as TypeBox's; what it holds here is the route's own valibot schema, bare or wrapped. */
function schemaOf({ validator }: ValidationError) {
  const holder = validator as unknown as v.GenericSchema & { schema?: v.GenericSchema }
  return holder.schema ?? holder
}

/** A field that was left out fails at its object, before its own schema could say that it is required. */
function isMissing(issue: v.BaseIssue<unknown>) {
  return issue.path?.at(-1)?.origin === 'key' && issue.expected !== 'never'
}

/** Valibot's own sentence, where a schema gave no word of its own, says nothing to people. */
function messageOf({ message }: v.BaseIssue<unknown>) {
  return message.startsWith('Invalid ') ? 'invalid' : message
}
