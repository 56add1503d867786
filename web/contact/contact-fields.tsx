import { useSignals } from '@preact/signals-react/runtime'
import * as v from 'valibot'
import type { ContactView } from '../../src/contact/contact.answers'
import { CreateContactBody, UpdateContactBody } from '../../src/contact/contact.contract'
import { canChangeWallet } from '../../src/contact/contact.policy'
import { rankBySearch } from '../../src/kernel/text/search-words.contract'
import { useApp, useUser } from '../app/app-context'
import { fieldErrorText } from '../i18n/error-text'
import { formatPhone } from '../i18n/format'
import { useTexts } from '../i18n/i18n'
import { SettingGateNote } from '../app/setting-gate-note'
import { actorOf } from '../session/session-actor'
import { Button, IconButton } from '../ui/button/button'
import { Combobox } from '../ui/select/combobox'
import { optionOrNone } from '../ui/select/option'
import type { FormModel } from '../ui/form/form'
import { FormField, afterPress, TextField } from '../ui/form/form-field'
import { CircleAlert, Plus, Trash2 } from '../ui/icons'
import { PhoneInput } from '../app/phone-input'
import { TextInput } from '../ui/field/text-input'

const { extraInfo, walletUserId } = UpdateContactBody.entries
const email = v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.email('invalidEmail'))], 'invalidEmail')
const { name, number } = CreateContactBody.entries
const ContactForm = v.object({
  name,
  number,
  email,
  extraInfo: v.nonOptional(extraInfo),
  walletUserId: v.nonOptional(walletUserId),
})
type ContactValues = v.InferInput<typeof ContactForm>

/** A group has no number, others may have none. An unchanged name may have any length. */
export function contactFormOf(contact: ContactView | undefined) {
  if (!contact) return ContactForm
  const mayLackNumber = contact.isGroup || contact.number === ''
  return v.object({
    ...ContactForm.entries,
    name: v.lazy((given) => (given === contact.name ? v.string() : name)),
    number: mayLackNumber ? v.union([v.literal(''), number], 'tooShort') : number,
  })
}

export function contactValues(contact: ContactView | undefined): ContactValues {
  if (!contact) return { name: '', number: '', email: '', extraInfo: [], walletUserId: null }
  const { name, isGroup, number, email, extraInfo, walletUserId } = contact
  return { name, number: isGroup ? '' : formatPhone(number), email, extraInfo, walletUserId }
}

/** Converts to the call's body: a new additional field has no id. */
export function contactBody({ extraInfo, ...values }: ContactValues) {
  return {
    ...values,
    extraInfo: (extraInfo ?? []).map(({ id, ...info }) => (id ? { id, ...info } : info)),
  }
}

export function ContactFields({ form, contact }: { form: FormModel<ContactValues>; contact: ContactView | undefined }) {
  useSignals()
  const texts = useTexts('contact')
  const t = texts.contact.drawer
  const mayChangeWallet = canChangeWallet(actorOf(useUser()))
  const searchUsers = useUserSearch()
  return (
    <>
      <TextField form={form} name="name" label={t.name} required />
      {!contact?.isGroup && (
        <FormField form={form} name="number" label={t.number} required={contact?.number !== ''}>
          {(field) => <PhoneInput {...field} />}
        </FormField>
      )}
      <TextField form={form} name="email" label={t.email} type="email" />
      {mayChangeWallet && (
        <FormField form={form} name="walletUserId" label={t.wallet} help={t.walletHelp}>
          {(field) => (
            <Combobox
              {...field}
              selected={optionOrNone(contact?.wallet)}
              search={searchUsers}
              placeholder={t.noWallet}
            />
          )}
        </FormField>
      )}
      {mayChangeWallet && form.fields.walletUserId.value.value !== null && <SettingGateNote gate="wallet" />}
      <ExtraInfoFields form={form} />
    </>
  )
}

function useUserSearch() {
  const { api } = useApp()
  return async (query: string, signal: AbortSignal) => {
    const users = await api.get('/users/list', { signal })
    const found = rankBySearch(users, query, ({ name: own }) => [own])
    return found.map(({ id, name: label }) => ({ value: id, label }))
  }
}

function ExtraInfoFields({ form }: { form: FormModel<ContactValues> }) {
  useSignals()
  const texts = useTexts('contact')
  const t = texts.contact.drawer
  const field = form.fields.extraInfo
  const { id, value: cell, set } = field
  const rows = cell.value
  const change = (index: number, part: { name?: string; value?: string }) =>
    set(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <fieldset className="extra-fields stack">
      <legend>{t.extraInfo}</legend>
      {rows.map((row, index) => {
        const error = form.errorAt(`extraInfo.${index}.name`) ?? form.errorAt(`extraInfo.${index}.value`)
        const errorId = error ? `${id}-${index}` : undefined
        return (
          <div key={index} className="extra-field">
            <TextInput
              value={row.name}
              onValueChange={(text) => change(index, { name: text })}
              onBlur={() => afterPress(field.blur)}
              placeholder={t.extraName}
              aria-label={t.extraName}
              aria-invalid={error ? true : undefined}
              aria-describedby={errorId}
            />
            <TextInput
              value={row.value}
              onValueChange={(text) => change(index, { value: text })}
              placeholder={t.extraValue}
              aria-label={t.extraValue}
            />
            <IconButton icon={Trash2} label={t.removeExtra} onClick={() => set(rows.filter((_, at) => at !== index))} />
            {error && (
              <p className="field-error extra-error" id={errorId}>
                <CircleAlert size={14} aria-hidden />
                {fieldErrorText(texts, error)}
              </p>
            )}
          </div>
        )
      })}
      <Button size="s" icon={Plus} onClick={() => set([...rows, { name: '', value: '' }])}>
        {t.addExtra}
      </Button>
    </fieldset>
  )
}
