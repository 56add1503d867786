import { Elysia } from 'elysia'
import * as v from 'valibot'
import { accepts } from '../kernel/body-limits'
import type { UserGuard } from '../kernel/user-guard'
import { IdParams, refuseOtherCompany } from '../kernel/request-parts'
import { checkContactNumber } from './contact-channel'
import {
  AcceptAudioBody,
  BlockContactBody,
  CreateContactBody,
  DisableBotBody,
  ListContactsQuery,
  PickContactsQuery,
  UpdateContactBody,
} from './contact.contract'
import { createContact, deleteContact, setContactActive, toggleContact, updateContact } from './contact.commands'
import { fetchProfile } from './fetch-profile'
import { contactBulkRoutes } from './contact-bulk.routes'
import { contactIdentityRoutes } from './identity.routes'
import { countGuess } from './limit-guesses'
import { listContacts, pickContacts } from './list-contacts'
import { presentContact } from './present-contact'

/** A hundred further fields of some length. */
const withExtraInfo = { jsonBytesMax: 512 * 1024 }
const NumberParams = v.object({ number: v.pipe(v.string(), v.minLength(1), v.maxLength(50)) })

export function contactRoutes(guard: UserGuard) {
  return new Elysia({ name: 'contact-routes', detail: { tags: ['contacts'] } })
    .use(guard)
    .get('/contacts', ({ ctx, query }) => listContacts(ctx, query), { query: ListContactsQuery })
    .get(
      '/contacts/list',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        return pickContacts(ctx, query.searchParam)
      },
      { query: PickContactsQuery },
    )
    .get(
      '/contacts/checkNumber/:number',
      ({ ctx, params }) => {
        countGuess(ctx, params.number)
        return checkContactNumber(ctx, params.number)
      },
      { params: NumberParams },
    )
    .get('/contacts/profile/:number', ({ ctx, params }) => fetchProfile(ctx, params.number), {
      params: NumberParams,
    })
    .get('/contacts/:id', ({ ctx, params }) => presentContact(ctx, params.id), { params: IdParams })
    .post(
      '/contacts',
      ({ ctx, body }) => {
        refuseOtherCompany(ctx, body.companyId)
        return presentContact(ctx, createContact(ctx, body))
      },
      { body: CreateContactBody, ...accepts(withExtraInfo) },
    )
    .put(
      '/contacts/:id',
      ({ ctx, params, body }) => {
        refuseOtherCompany(ctx, body.companyId)
        updateContact(ctx, params.id, body)
        return presentContact(ctx, params.id)
      },
      { params: IdParams, body: UpdateContactBody, ...accepts(withExtraInfo) },
    )
    .delete(
      '/contacts/:id',
      async ({ ctx, params }) => {
        await deleteContact(ctx, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
    .use(contactSwitchRoutes(guard))
    .use(contactBulkRoutes(guard))
    .use(contactIdentityRoutes(guard))
}

function contactSwitchRoutes(guard: UserGuard) {
  return new Elysia({ name: 'contact-switch-routes', detail: { tags: ['contacts'] } })
    .use(guard)
    .put(
      '/contacts/block/:id',
      ({ ctx, params, body }) => {
        setContactActive(ctx, params.id, body.active)
        return presentContact(ctx, params.id)
      },
      { params: IdParams, body: BlockContactBody },
    )
    .put(
      '/contacts/toggleAcceptAudio/:id',
      ({ ctx, params, body }) => {
        toggleContact(ctx, params.id, 'acceptAudioMessage', body?.acceptAudioMessage)
        return presentContact(ctx, params.id)
      },
      { params: IdParams, body: AcceptAudioBody },
    )
    .put(
      '/contacts/toggleDisableBot/:id',
      ({ ctx, params, body }) => {
        toggleContact(ctx, params.id, 'disableBot', body?.disableBot)
        return presentContact(ctx, params.id)
      },
      { params: IdParams, body: DisableBotBody },
    )
}
