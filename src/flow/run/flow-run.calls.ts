import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { IdText } from '../../kernel/http/request-parts'

export const flowRunCalls = defineCalls({
  'POST /messages/flow/:flowId/:ticketId': {
    params: v.object({ flowId: IdText, ticketId: IdText }),
    answer: v.object({ runId: v.number() }),
  },
})
