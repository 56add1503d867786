import * as v from 'valibot'
import { wholeNumber } from '../../kernel/http/body-values'
import { cleanName } from '../../kernel/text/name-text.contract'
import { WebhookUrl } from '../host-webhook/host-webhook.contract'

export const platformSettingDefaults = {
  allowSignup: 'disabled',
  trialDays: '7',
  invoiceMails: 'disabled',
  primaryColorLight: '#0000FF',
  primaryColorDark: '#39ACE7',
  appLogoLight: '',
  appLogoDark: '',
  appLogoFavicon: '',
  appName: 'Recado',
  superTwoFactor: 'disabled',
  ApiGestorWebhook: '',
} as const
export type PlatformSettingKey = keyof typeof platformSettingDefaults

export const publicSettingKeys: readonly PlatformSettingKey[] = [
  'allowSignup',
  'trialDays',
  'primaryColorLight',
  'primaryColorDark',
  'appLogoLight',
  'appLogoDark',
  'appLogoFavicon',
  'appName',
]

export function isPlatformSettingKey(key: string): key is PlatformSettingKey {
  return Object.hasOwn(platformSettingDefaults, key)
}

const Colour = v.pipe(v.string(), v.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'color'))
/** Set by uploading; here it can only be cleared or restored. */
const Logo = v.pipe(v.string(), v.regex(/^(\/branding\/(light|dark|favicon)-[A-Za-z0-9]{16}\.png)?$/, 'invalid'))

const AppName = v.pipe(v.string(), v.transform(cleanName), v.maxLength(50, 'tooLong'))

export const platformSettingValues: Record<PlatformSettingKey, v.GenericSchema<string, string>> = {
  allowSignup: v.picklist(['enabled', 'disabled'], 'invalid'),
  trialDays: v.pipe(v.string(), v.regex(/^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/, 'trialDays')),
  invoiceMails: v.picklist(['enabled', 'disabled'], 'invalid'),
  primaryColorLight: Colour,
  primaryColorDark: Colour,
  appLogoLight: Logo,
  appLogoDark: Logo,
  appLogoFavicon: Logo,
  appName: AppName,
  superTwoFactor: v.picklist(['enabled', 'disabled'], 'invalid'),
  ApiGestorWebhook: WebhookUrl,
}

export const WhiteLabelForm = v.object({
  appName: AppName,
  primaryColorLight: Colour,
  primaryColorDark: Colour,
  allowSignup: v.boolean(),
  trialDays: wholeNumber(1, 365),
  /** Only with a mail server. */
  invoiceMails: v.boolean(),
  superTwoFactor: v.boolean(),
})
