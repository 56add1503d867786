import { Elysia } from 'elysia'
import { sweepReplacedFolders } from '../kernel/company/folder-swap'
import { answerCalls } from '../kernel/http/answer-calls'
import { presentEach } from '../kernel/live/live'
import type { Domain } from '../platform/domain'
import { getHeld, settleHeld } from './held'
import { restoreCalls } from './restore.calls'

const heldLive = presentEach({
  'restore.heldSettled': (_, { number }) => [
    { topics: ['admin'], event: 'heldAfterRestore', number, data: { action: 'update' } },
  ],
})

export const restoreDomain = {
  name: 'restore',
  calls: restoreCalls,
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'restore-routes' }).use(guard), restoreCalls, {
      'GET /restore/held': ({ ctx }) => getHeld(ctx),
      'POST /restore/held/:kind/release': ({ ctx, params }) => settleHeld(ctx, params.kind, 'release'),
      'POST /restore/held/:kind/discard': ({ ctx, params }) => settleHeld(ctx, params.kind, 'discard'),
    }),
  presenters: [heldLive],
  recurring: [
    {
      at: '40 3 * * *',
      what: 'delete what restores replaced a week ago',
      run: ({ config, clock }) => sweepReplacedFolders(config.dataDir, clock.now()),
    },
  ],
} satisfies Domain
