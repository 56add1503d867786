import type { CampaignView } from '../../src/campaign/campaign.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import { CheckCheck, Eye, MessageSquareReply, Send, UserRoundX } from '../ui/icons'
import { tooltip } from '../ui/popup/tooltip'

export const figures = [
  { name: 'sent', icon: Send, of: ({ sentCount }: CampaignView) => sentCount },
  { name: 'delivered', icon: CheckCheck, of: ({ deliveredCount }: CampaignView) => deliveredCount },
  { name: 'seen', icon: Eye, of: ({ seenCount }: CampaignView) => seenCount },
  { name: 'answered', icon: MessageSquareReply, of: ({ answeredCount }: CampaignView) => answeredCount },
  { name: 'optedOut', icon: UserRoundX, of: ({ optedOutCount }: CampaignView) => optedOutCount },
] as const

/** The figures in a row of campaigns, as icons with numbers; their names are in tooltips, and on a phone written out. */
export function CampaignFigures({ campaign }: { campaign: CampaignView }) {
  const { cards } = useTexts('campaign').campaign.report
  const format = useFormat()
  if (campaign.startedAt === null) return null
  return (
    <span className="campaign-figures note-text">
      {figures.map(({ name, icon: Icon, of }) => (
        <span key={name} className="campaign-figure inline-row" {...tooltip(cards[name])}>
          <Icon size={14} aria-hidden />
          <span className="campaign-figure-name">{cards[name]}</span>{' '}
          <span className="tabular">{format.number(of(campaign))}</span>
        </span>
      ))}
    </span>
  )
}
