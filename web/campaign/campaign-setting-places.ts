import type { CampaignSettings } from '../../src/campaign/campaign.contract'
import type * as v from 'valibot'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { atField, links } from '../app/links'
import type { Place, PlaceContext } from '../app/place'
import type { AreaTexts } from '../i18n/areas'
import { campaignSettingsScreen } from './campaigns.screen'

export const campaignSettingPlaceAreas = ['campaign'] as const

type Context = PlaceContext<Pick<AreaTexts, (typeof campaignSettingPlaceAreas)[number]>>

/** The fields of the settings of campaigns. */
export function campaignSettingPlaces({ user, language, texts }: Context): Place[] {
  const { access, title, icon } = campaignSettingsScreen
  if (access(user) !== 'allowed') return []
  const t = texts.campaign.settings
  const parts: Record<keyof v.InferOutput<typeof CampaignSettings>, readonly [heading: string | null, label: string]> =
    {
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
}
