import * as v from 'valibot'
import { defineCalls } from '../kernel/calls'
import { IdText } from '../kernel/request-parts'

export const flowRunCalls = defineCalls({
  'POST /messages/flow/:flowId/:ticketId': {
    params: v.object({ flowId: IdText, ticketId: IdText }),
    answer: v.object({ runId: v.number() }),
  },
})
