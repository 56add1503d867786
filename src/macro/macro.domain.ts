import { Elysia } from 'elysia'
import { actingUserId } from '../kernel/company/actor'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { required } from '../kernel/errors'
import { pageOf } from '../kernel/http/request-parts'
import { matchesSearch } from '../kernel/text/search-words.contract'
import type { Domain } from '../platform/domain'
import { presentTicketInReach } from '../ticket/list/present-ticket'
import { macroCalls } from './macro.calls'
import { macroLive } from './macro.live'
import { listUsableMacros, presentMacro } from './macro.view'
import { runMacro } from './run-macro'
import { createMacro, deleteMacro, leaveMacros, updateMacro } from './save-macro'

export const macroDomain: Domain = {
  name: 'macro',
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'macro' }).use(guard), macroCalls, {
      'GET /macros': ({ ctx, query }) => listMacros(ctx, query),
      'GET /macros/list': ({ ctx }) => listUsableMacros(ctx, actingUserId(ctx.actor) ?? 0),
      'POST /macros': ({ ctx, body }) => view(ctx, createMacro(ctx, body)),
      'PUT /macros/:id': ({ ctx, params, body }) => {
        updateMacro(ctx, params.id, body)
        return view(ctx, params.id)
      },
      'DELETE /macros/:id': ({ ctx, params }) => {
        deleteMacro(ctx, params.id)
        return { ok: true }
      },
      'POST /macros/:id/run': ({ ctx, params, body }) => presentTicketInReach(ctx, runMacro(ctx, params.id, body)),
    }),
  presenters: [macroLive],
  beforeDelete: { user: leaveMacros },
}

const view = (ctx: CompanyContext, id: number) => required(presentMacro(ctx, id), 'ERR_NO_MACRO_FOUND')

function listMacros(
  ctx: CompanyContext,
  { searchParam = '', pageNumber }: { searchParam?: string; pageNumber: number },
) {
  const usable = listUsableMacros(ctx, actingUserId(ctx.actor) ?? 0)
  const found = searchParam === '' ? usable : usable.filter(({ name }) => matchesSearch(name, searchParam))
  const { rows: records, ...page } = pageOf(found, pageNumber)
  return { records, ...page }
}
