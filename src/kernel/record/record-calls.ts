import * as v from 'valibot'
import type { BodyLimits } from '../http/body/body-limits'
import { type CallTable, Done } from '../http/calls'
import { IdParams, ListQuery } from '../http/request-parts'
import type { View } from './record-view'

export type Schema = v.GenericSchema
type Fields = v.ObjectSchema<v.ObjectEntries, undefined>

/** How a list is asked for and answered: by pages as `{ records, hasMore, count }`, unless it says otherwise. */
export interface ListShape {
  all?: true
  as?: string
  at?: string
  query?: Fields
}

export type UpdateOf<Body> = Body extends Fields ? v.SchemaWithPartial<Body, undefined> : Schema

export interface CallOptions<At, List, Body, Update, One, Own> {
  path: At
  list?: List
  one?: One
  body?: Body
  updateBody?: Update
  limits?: BodyLimits
  calls?: Own
}

type Named<List extends ListShape> = List extends { as: infer Name extends string } ? Name : 'records'
type Page<Of extends View, List extends ListShape> = { [Name in Named<List>]: v.ArraySchema<Of, undefined> } & {
  hasMore: v.BooleanSchema<undefined>
  count: v.NumberSchema<undefined>
}
type ListCall<Of extends View, List extends ListShape> = List extends { all: true }
  ? {
      answer: List extends { as: string }
        ? v.ObjectSchema<{ [Name in Named<List>]: v.ArraySchema<Of, undefined> }, undefined>
        : v.ArraySchema<Of, undefined>
    }
  : {
      query: List extends { query: infer Query extends Fields } ? Query : typeof ListQuery
      answer: v.ObjectSchema<Page<Of, List>, undefined>
    }

interface IdCall<Answer> {
  params: typeof IdParams
  answer: Answer
}

export type RecordCalls<
  At extends string,
  List extends ListShape,
  Of extends View,
  Body,
  Update extends Schema,
  One,
> = {
  readonly [Name in `GET ${List extends { at: infer Path extends string } ? Path : At}`]: ListCall<Of, List>
} & { readonly [Name in One extends true ? `GET ${At}/:id` : never]: IdCall<Of> } & {
  readonly [Name in Body extends Schema ? `POST ${At}` : never]: { body: Extract<Body, Schema>; answer: Of }
} & { readonly [Name in Body extends Schema ? `PUT ${At}/:id` : never]: IdCall<Of> & { body: Update } } & {
  readonly [Name in `DELETE ${At}/:id`]: IdCall<typeof Done>
}

type Declared = CallOptions<string, ListShape, Schema | undefined, Schema, boolean, CallTable> & { view: View }

export function callsOf({ path, view, list, one, body, updateBody, limits, calls }: Declared): CallTable {
  const params = IdParams
  return {
    ...calls,
    [`GET ${list?.at ?? path}`]: listCall(view, list),
    ...(one && { [`GET ${path}/:id`]: { params, answer: view } }),
    ...(body && {
      [`POST ${path}`]: { body, limits, answer: view },
      [`PUT ${path}/:id`]: { params, body: updateBody ?? v.partial(body as Fields), limits, answer: view },
    }),
    [`DELETE ${path}/:id`]: { params, answer: Done },
    ...calls,
  }
}

function listCall(view: View, { all, as, query = ListQuery }: ListShape = {}) {
  const rows = v.array(view)
  if (all) return { answer: as === undefined ? rows : v.object({ [as]: rows }) }
  return { query, answer: v.object({ [as ?? 'records']: rows, hasMore: v.boolean(), count: v.number() }) }
}

interface Asked<Ctx> {
  ctx: Ctx
  params: { id: number }
  query: { searchParam: string; pageNumber: number; companyId?: number }
  body: unknown
}

interface Actions<Ctx> {
  viewAll(ctx: Ctx): unknown[]
  listView(ctx: Ctx, query: Asked<Ctx>['query']): { records: unknown[]; hasMore: boolean; count: number }
  view(ctx: Ctx, id: number): unknown
  create(ctx: Ctx, body: unknown): unknown
  update(ctx: Ctx, id: number, body: unknown): unknown
  remove(ctx: Ctx, id: number): unknown
}

export function answersOf<Ctx>(path: string, { all, as, at = path }: ListShape = {}, records: Actions<Ctx>) {
  return {
    [`GET ${at}`]({ ctx, query }: Asked<Ctx>) {
      if (all) return as === undefined ? records.viewAll(ctx) : { [as]: records.viewAll(ctx) }
      const { records: rows, ...page } = records.listView(ctx, query)
      return { [as ?? 'records']: rows, ...page }
    },
    [`GET ${path}/:id`]: ({ ctx, params }: Asked<Ctx>) => records.view(ctx, params.id),
    [`POST ${path}`]: ({ ctx, body }: Asked<Ctx>) => records.create(ctx, body),
    [`PUT ${path}/:id`]: ({ ctx, params, body }: Asked<Ctx>) => records.update(ctx, params.id, body),
    [`DELETE ${path}/:id`]: ({ ctx, params }: Asked<Ctx>) => records.remove(ctx, params.id),
  }
}
