import type * as v from 'valibot'
import { WhiteLabelForm } from '../../src/platform/branding/platform-setting.contract'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import { useApp } from '../app/app-context'
import { useForm, type FormModel } from '../ui/form/form'
import type { PlatformSettings } from './load-settings'
import { keysOf } from '../../src/kernel/typed-object.contract'

export type WhiteLabelValues = v.InferInput<typeof WhiteLabelForm>

export const logoFields = { appLogoLight: 'light', appLogoDark: 'dark', appLogoFavicon: 'favicon' } as const

const nothing: WhiteLabelValues = {
  appName: '',
  primaryColorLight: '#0000FF',
  primaryColorDark: '#39ACE7',
  allowSignup: false,
  trialDays: 7,
  invoiceMails: false,
  superTwoFactor: false,
}

/** Created by the page, so that unsaved changes survive switching tabs. Null for users without access. */
export function useWhiteLabelForm(stored: PlatformSettings | null): FormModel<WhiteLabelValues> {
  const { api } = useApp()
  return useForm({
    schema: WhiteLabelForm,
    initial: stored ? valuesOf(stored) : nothing,
    save: (values) => saveChanges(api, stored, wireOf(values)),
  })
}

type TextSettings = Record<keyof WhiteLabelValues, string>

function valuesOf({ appName, primaryColorLight, primaryColorDark, ...rest }: PlatformSettings): WhiteLabelValues {
  return {
    appName,
    primaryColorLight,
    primaryColorDark,
    allowSignup: rest.allowSignup === 'enabled',
    trialDays: Number(rest.trialDays),
    invoiceMails: rest.invoiceMails === 'enabled',
    superTwoFactor: rest.superTwoFactor === 'enabled',
  }
}

function wireOf(values: v.InferOutput<typeof WhiteLabelForm>): TextSettings {
  const { allowSignup, trialDays, invoiceMails, superTwoFactor, ...texts } = values
  const word = (isOn: boolean) => (isOn ? 'enabled' : 'disabled')
  return {
    ...texts,
    allowSignup: word(allowSignup),
    trialDays: String(trialDays),
    invoiceMails: word(invoiceMails),
    superTwoFactor: word(superTwoFactor),
  }
}

/** Saves each setting on its own; `stored` is updated, so that saving again sends only new changes. */
async function saveChanges(api: ApiClient, stored: PlatformSettings | null, values: TextSettings) {
  if (!stored) return
  for (const key of keysOf(values)) {
    if (values[key] === stored[key]) continue
    try {
      const saved = await api.put('/settings/:key', { params: { key }, body: { value: values[key] } })
      stored[key] = saved.value
    } catch (cause) {
      throw atField(cause, key)
    }
  }
}

/** The call's only field is named `value`. */
function atField(cause: unknown, key: string) {
  if (!(cause instanceof ApiError) || !cause.fields['value']) return cause
  return new ApiError(cause.status, cause.code, cause.message, { [key]: cause.fields['value'] }, cause.body)
}
