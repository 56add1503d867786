import * as v from 'valibot'
import type { BodyLimits } from './body-limits'

/** Method and path, such as `GET /queue/:id`. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

/**
 * One call of the API. Its route is registered from this declaration, the browser's client takes its types from it, and
 * `/openapi` describes it.
 */
export interface Call {
  /** Asked without signing in. */
  readonly public?: boolean
  readonly params?: v.GenericSchema
  readonly query?: v.GenericSchema
  readonly body?: v.GenericSchema
  /** Of the body, where the defaults do not fit. */
  readonly limits?: BodyLimits
  /** What it answers as JSON, as it travels: dates are texts. `file`: the bytes of a file. */
  readonly answer: v.GenericSchema | 'file'
}

export type CallTable = Readonly<Record<CallName, Call>>

/** Calls of one guard, in the order of their routes: a fixed path before a parameter that would take its place. */
export function defineCalls<const Table extends CallTable>(table: Table): Table {
  return table
}

/** The answer of a call that has nothing to tell. */
export const Done = v.object({ ok: v.literal(true) })

/** The output of one of the call's schemas. */
export type CallOutput<Of extends Call, Part extends 'params' | 'query' | 'body'> =
  Of[Part] extends v.GenericSchema<unknown, infer Output> ? Output : undefined

/** What a handler may return for a call. */
export type CallAnswer<Of extends Call> =
  Of['answer'] extends v.GenericSchema<unknown, infer Output> ? Sendable<Output> : never

type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Sendable<Value[Key]> }
    : Value

/** One page of plain records. */
export function recordPage<View extends v.GenericSchema>(view: View) {
  return v.object({ records: v.array(view), hasMore: v.boolean(), count: v.number() })
}
