import { expect, test } from 'bun:test'
import * as v from 'valibot'
import type { ContactView } from '../../src/contact/contact.answers'
import { readIssues } from '../ui/form/form-errors'
import { anyContact } from '../message/testing/fake-conversation'
import { contactFormOf, contactValues } from './contact-fields'

const contact: ContactView = { ...anyContact({ name: 'M', whatsappId: null, whatsapp: null }), lastMessage: '' }

test('a name from the provider is kept, whatever its length; another needs 2 to 50 characters', () => {
  const errors = (present: ContactView | undefined, name: string) =>
    readIssues(v.safeParse(contactFormOf(present), { ...contactValues(present ?? contact), name }).issues ?? [])
  for (const name of ['M', 'M'.repeat(86)]) {
    expect(errors({ ...contact, name }, name)).toEqual({})
    expect(errors({ ...contact, name }, 'N')).toEqual({ name: 'tooShort' })
    expect(errors({ ...contact, name }, 'N'.repeat(51))).toEqual({ name: 'tooLong' })
    expect(errors({ ...contact, name }, '')).toEqual({ name: 'required' })
  }
  expect(errors(undefined, 'M')).toEqual({ name: 'tooShort' })
})
