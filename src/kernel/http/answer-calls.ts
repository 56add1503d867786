import type { AnyElysia, Context } from 'elysia'
import type { Call, CallAnswer, CallName, CallOutput, CallTable } from './calls'
import { enter, leave } from '../company/spent-time'
import type { CompanyId } from '../ids'
import type { JsonText } from './json-text'

type GuardContext<App extends AnyElysia> = App['~Singleton']['derive'] &
  App['~Ephemeral']['derive'] &
  App['~Volatile']['derive']

interface CallContext<Of extends Call> {
  params: CallOutput<Of, 'params'>
  query: CallOutput<Of, 'query'>
  body: CallOutput<Of, 'body'>
  request: Request
  set: Context['set']
}

type Handler<App extends AnyElysia, Of extends Call> = (
  given: CallContext<Of> & GuardContext<App>,
) => Answer<Of> | Promise<Answer<Of>>

type Answer<Of extends Call> = CallAnswer<Of> | JsonText<CallAnswer<Of>> | Response

export type Answers<App extends AnyElysia, Table extends CallTable> = {
  [Name in keyof Table & CallName]: Handler<App, Table[Name]>
}

export function answerCalls<App extends AnyElysia, Table extends CallTable>(
  app: App,
  calls: Table,
  handlers: Answers<App, Table>,
): AnyElysia {
  const untyped: AnyElysia = app
  for (const [name, call] of Object.entries(calls) as [CallName & keyof Table, Call][]) {
    const [method = '', path = ''] = name.split(' ')
    const { params, query, body } = call
    untyped.route(method, path, counted(handlers[name] as AnyHandler) as never, {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body }),
    })
  }
  return untyped
}

interface Asked {
  ctx?: { company?: { id: CompanyId } }
}

type AnyHandler = (given: Asked) => unknown

/** As time spent on the company that asks. */
const counted = (handler: AnyHandler) => (given: Asked) => {
  const id = given.ctx?.company?.id
  if (id === undefined) return handler(given)
  const outer = enter(id)
  try {
    return handler(given)
  } finally {
    leave(outer)
  }
}
