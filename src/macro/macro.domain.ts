import type { Domain } from '../platform/domain'
import { presentTicketInReach } from '../ticket/list/present-ticket.view'
import { macroRecords } from './macro.record'
import { runMacro } from './run-macro'
import { isTagInMacro } from './macro.record'

const macros = macroRecords.answering({
  'GET /macros/list': ({ ctx }) => macroRecords.viewAll(ctx),
  'POST /macros/:id/run': ({ ctx, params, body }) => presentTicketInReach(ctx, runMacro(ctx, params.id, body)),
})

export const macroDomain = {
  name: 'macro',
  records: [macros],
  beforeDelete: { user: macroRecords.leave },
  ports: { tagUses: [isTagInMacro] },
} satisfies Domain
