import { defineCalls, Done } from '../kernel/calls'
import { IdParams } from '../kernel/request-parts'

export const botCalls = defineCalls({
  'POST /tickets/:id/stop-bot': { params: IdParams, answer: Done },
})
