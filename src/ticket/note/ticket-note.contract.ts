import * as v from 'valibot'
import { Id } from '../../kernel/http/body-values'
import { IdText } from '../../kernel/http/request-parts'

export const CreateTicketNoteBody = v.object({
  note: v.pipe(v.string(), v.trim(), v.minLength(2, 'tooShort'), v.maxLength(4096, 'tooLong')),
  ticketId: Id,
  contactId: v.optional(Id),
})
export type CreateTicketNoteBody = v.InferOutput<typeof CreateTicketNoteBody>

export const ListTicketNotesQuery = v.object({ ticketId: IdText, contactId: v.optional(IdText) })
