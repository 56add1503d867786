import type { CampaignSettings } from '../../src/campaign/campaign.contract'
import type * as v from 'valibot'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { atField, links } from '../app/links'
import { definePlaces, type Place } from '../app/place'
import { campaignSettingsScreen } from './campaigns.screen'

export const campaignSettingPlaces = definePlaces({
  screen: campaignSettingsScreen,
  areas: ['campaign'],
  list({ language, texts }) {
    const { title, icon } = campaignSettingsScreen
    const t = texts.campaign.settings
    const parts: Record<
      keyof v.InferOutput<typeof CampaignSettings>,
      readonly [heading: string | null, label: string]
    > = {
      messageInterval: [t.pace, t.messageInterval],
      longerIntervalAfter: [t.pace, t.longerIntervalAfter],
      greaterInterval: [t.pace, t.greaterInterval],
      startHour: [t.hours, t.startHour],
      endHour: [t.hours, t.endHour],
      sabado: [t.hours, t.saturday],
      domingo: [t.hours, t.sunday],
      optOutMessage: [t.optOut, t.optOutMessage],
      optOutPhrases: [t.optOut, t.optOutPhrases],
      variables: [null, t.variables],
    }
    return keysOf(parts).map((field): Place => {
      const [heading, label] = parts[field]
      return {
        id: `campaignSettings.${field}`,
        label,
        path: [title[language], ...(heading === null ? [] : [heading])],
        icon,
        href: atField(links.campaignSettings(), field),
      }
    })
  },
})
