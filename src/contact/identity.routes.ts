import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { UserGuard } from '../kernel/user-guard'
import { IdParams, IdText } from '../kernel/request-parts'
import { KeepApartBody, MergeContactsBody } from './contact.contract'
import { findDuplicates } from './find-duplicates'
import { keepApart } from './keep-apart'
import { listMerges, mergeContactsByHand, previewMerge } from './merge-by-hand'
import { presentContact } from './present-contact'
import { undoMerge } from './undo-merge'

const PairParams = v.object({ id: IdText, fromId: IdText })

/** Which records are one person. */
export function contactIdentityRoutes(guard: UserGuard) {
  return new Elysia({ name: 'contact-identity-routes', detail: { tags: ['contacts'] } })
    .use(guard)
    .get('/contacts/:id/duplicates', ({ ctx, params }) => ({ duplicates: findDuplicates(ctx, params.id) }), {
      params: IdParams,
    })
    .post(
      '/contacts/:id/apart',
      ({ ctx, params, body }) => {
        keepApart(ctx, params.id, body.contactId)
        return { ok: true }
      },
      { params: IdParams, body: KeepApartBody },
    )
    .get('/contacts/:id/merges', ({ ctx, params }) => ({ merges: listMerges(ctx, params.id) }), { params: IdParams })
    .get('/contacts/:id/merge-preview/:fromId', ({ ctx, params }) => previewMerge(ctx, params.fromId, params.id), {
      params: PairParams,
    })
    .post(
      '/contacts/merge',
      ({ ctx, body: { fromContactId, intoContactId } }) => {
        const mergeId = mergeContactsByHand(ctx, fromContactId, intoContactId)
        return { mergeId, contact: presentContact(ctx, intoContactId) }
      },
      { body: MergeContactsBody },
    )
    .post(
      '/contacts/merges/:id/undo',
      ({ ctx, params }) => {
        const { fromId, intoId } = undoMerge(ctx, params.id)
        return { contact: presentContact(ctx, intoId), restored: presentContact(ctx, fromId) }
      },
      { params: IdParams },
    )
}
