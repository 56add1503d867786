import * as v from 'valibot'
import type { BodyLimits } from './body/body-limits'

export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

export interface Call {
  readonly public?: boolean
  readonly params?: v.GenericSchema
  readonly query?: v.GenericSchema
  readonly body?: v.GenericSchema
  readonly limits?: BodyLimits
  /** Dates are text; `file` for bytes. */
  readonly answer: v.GenericSchema | 'file'
}

export type CallTable = Readonly<Record<CallName, Call>>

/** Calls behind one guard, in route order: a fixed path before a parameter that would match it. */
export function defineCalls<const Table extends CallTable>(table: Table): Table {
  return table
}

export const Done = v.object({ ok: v.literal(true) })

export type CallOutput<Of extends Call, Part extends 'params' | 'query' | 'body'> =
  Of[Part] extends v.GenericSchema<unknown, infer Output> ? Output : undefined

export type CallAnswer<Of extends Call> =
  Of['answer'] extends v.GenericSchema<unknown, infer Output> ? Sendable<Output> : never

type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Sendable<Value[Key]> }
    : Value

export function recordPage<View extends v.GenericSchema>(view: View) {
  return v.object({ records: v.array(view), hasMore: v.boolean(), count: v.number() })
}
