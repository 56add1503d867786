import { Elysia, ParseError, ValidationError } from 'elysia'
import * as v from 'valibot'
import { CompanyElsewhere } from '../company/ownership'
import { noteElsewhere, currentRequest } from '../current-request'
import { Refusal, errorCode, type ErrorCode } from '../errors'
import type { Log } from '../log'
import { minuteMs } from '../time/durations.contract'

interface ErrorBody {
  error: string
  message: string
  fields?: Record<string, string>
}

export function httpErrors(log: Log) {
  const noteRefusal = createRefusalLog(log)
  return new Elysia({ name: 'http-errors' }).onError({ as: 'global' }, (context) => {
    const { error: thrown, code, set, request, route } = context
    // Errors thrown while a body is read arrive wrapped.
    const error = thrown instanceof ParseError && thrown.cause instanceof Error ? thrown.cause : thrown
    if (error instanceof CompanyElsewhere) noteElsewhere(error.companyId)
    const refused = refusalOf(error)
    if (refused && refused !== error) log.error('The storage failed', { path: pathOf(request), error })
    if (refused) {
      noteRefusal(refused.code, `${request.method} ${route}`)
      const { fields, body, retryAfterSeconds } = refused.details
      set.status = refused.status
      // Bun would keep reading the body.
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

/** A query may contain personal data. */
const pathOf = ({ url }: Request) => URL.parse(url)?.pathname ?? ''

const fullCodes = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']
const damagedCodes = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)/

export function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof Refusal ? error : storageRefusal(error)
}

export function isStorageShort(error: unknown) {
  const refused = refusalOf(error)
  if (refused?.code === 'ERR_PLAN_LIMIT') return refused.details.body?.['limit'] === 'storageGb'
  return refused?.code === 'ERR_STORAGE_FULL' || refused?.code === 'ERR_STORAGE_LOW'
}

function storageRefusal(error: unknown): Refusal | undefined {
  const code = errorCode(error)
  if (fullCodes.includes(code)) return new Refusal('ERR_STORAGE_FULL')
  return damagedCodes.test(code) ? new Refusal('ERR_COMPANY_DAMAGED') : undefined
}

function answer(set: { status?: number | string }, status: number, error: string): ErrorBody {
  set.status = status
  return { error, message: error }
}

/** Field path → its first error. Elysia keeps only one issue, so the schema runs again. */
function invalidInput(error: ValidationError): ErrorBody {
  const fields: Record<string, string> = {}
  const result = v.safeParse(schemaOf(error), error.value)
  for (const issue of result.issues ?? []) {
    const name = v.getDotPath(issue) ?? 'body'
    fields[name] ??= isMissing(issue) ? 'required' : messageOf(issue)
  }
  return { error: 'ERR_INVALID_INPUT', message: 'ERR_INVALID_INPUT', fields }
}

/** Typed as TypeBox, but the route's valibot schema, bare or wrapped. */
function schemaOf({ validator }: ValidationError) {
  const holder = validator as v.GenericSchema & { schema?: v.GenericSchema }
  return holder.schema ?? holder
}

/** Valibot reports a missing field at its object. An empty text is missing, not short. */
function isMissing(issue: v.BaseIssue<unknown>) {
  if (issue.type === 'min_length') return issue.input === '' && !issue.message.endsWith('Required')
  return issue.path?.at(-1)?.origin === 'key' && issue.expected !== 'never'
}

/** Valibot's own message means nothing to users. */
function messageOf({ message }: v.BaseIssue<unknown>) {
  return message.startsWith('Invalid ') ? 'invalid' : message
}

/** Refusals that may be an attack. */
const noted = new Set<ErrorCode>([
  'ERR_CROSS_SITE_REQUEST',
  'ERR_INVALID_CREDENTIALS',
  'ERR_NO_PERMISSION',
  'ERR_PASSKEY_REFUSED',
  'ERR_TOO_MANY_REQUESTS',
])

const linesMax = 100

/** Logs the route's pattern, because a path may contain a secret; a limited number of lines a minute, so that a flood does not fill the disk. */
function createRefusalLog(log: Log) {
  let endMs = 0
  let lines = 0
  return (code: ErrorCode, call: string) => {
    if (!noted.has(code)) return
    const nowMs = performance.now()
    if (nowMs >= endMs) {
      if (lines > linesMax) log.warn('More calls were refused than are logged', { calls: lines - linesMax })
      endMs = nowMs + minuteMs
      lines = 0
    }
    if (++lines > linesMax) return
    const { address, company, user } = currentRequest() ?? {}
    log.warn('A call was refused', { code, call, address, company, user })
  }
}
