import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'

export const botCalls = defineCalls({
  'POST /tickets/:id/stop-bot': { params: IdParams, answer: Done },
})
