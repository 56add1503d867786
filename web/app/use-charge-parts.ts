import { type Charge, chargeParts } from '../../src/channel/charges.contract'
import type { SettingKey } from '../../src/setting/setting.contract'
import { useFormat } from '../i18n/i18n'
import { useUser } from './app-context'

type ChargeTexts = Parameters<typeof chargeParts>[1]

export function useChargeParts(texts: ChargeTexts) {
  const format = useFormat()
  const settings: Partial<Record<SettingKey, string>> = useUser().company.companieSettings
  const priceOf = (key: SettingKey) => (settings[key] ? Number(settings[key].replace(',', '.')) : undefined)
  const prices = {
    marketing: priceOf('marketingMessagePrice'),
    utility: priceOf('utilityMessagePrice'),
    authentication: priceOf('authenticationMessagePrice'),
  }
  return (charges: readonly Charge[]) => chargeParts(charges, texts, format, prices).join(' · ')
}
