import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { contactIdentityCalls } from '../contact.calls'
import { findDuplicates } from './find-duplicates'
import { keepApart } from './keep-apart'
import { listMerges, mergeContactsByHand, previewMerge } from './merge-by-hand'
import { presentContact } from '../list/present-contact'
import { undoMerge } from './undo-merge'

export function contactIdentityRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'contact-identity-routes' }).use(guard)
  return answerCalls(app, contactIdentityCalls, {
    'GET /contacts/:id/duplicates': ({ ctx, params }) => ({ duplicates: findDuplicates(ctx, params.id) }),
    'POST /contacts/:id/apart': ({ ctx, params, body }) => {
      keepApart(ctx, params.id, body.contactId)
      return { ok: true }
    },
    'GET /contacts/:id/merges': ({ ctx, params }) => ({ merges: listMerges(ctx, params.id) }),
    'GET /contacts/:id/merge-preview/:fromId': ({ ctx, params }) => previewMerge(ctx, params.fromId, params.id),
    'POST /contacts/merge': ({ ctx, body: { fromContactId, intoContactId } }) => {
      const mergeId = mergeContactsByHand(ctx, fromContactId, intoContactId)
      return { mergeId, contact: presentContact(ctx, intoContactId) }
    },
    'POST /contacts/merges/:id/undo': ({ ctx, params }) => {
      const { fromId, intoId } = undoMerge(ctx, params.id)
      return { contact: presentContact(ctx, intoId), restored: presentContact(ctx, fromId) }
    },
  })
}
