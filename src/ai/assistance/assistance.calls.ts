import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'

const WrittenText = v.object({ text: v.string() })

export const assistanceCalls = defineCalls({
  'GET /ai-assistance': { answer: v.object({ available: v.boolean() }) },
  'POST /tickets/:id/suggested-reply': { params: IdParams, answer: WrittenText },
  'POST /tickets/:id/summary': { params: IdParams, answer: WrittenText },
  'POST /messages/:id/transcription': { params: IdParams, answer: WrittenText },
})
