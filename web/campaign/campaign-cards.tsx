import type { CampaignView } from '../../src/campaign/campaign.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import {
  CalendarClock,
  CheckCheck,
  CircleCheckBig,
  Clock,
  Eye,
  ListChecks,
  type LucideIcon,
  MessageCircleMore,
  MessageSquareReply,
  Send,
  Smartphone,
  TriangleAlert,
  Users,
} from '../ui/icons'
import { CampaignProgress, CampaignState } from './campaign-state'
import { useDayTime } from './use-day-time'

interface CampaignCardsProps {
  campaign: CampaignView
  finishesAt: string | null
}

export function CampaignCards({ campaign, finishesAt }: CampaignCardsProps) {
  const t = useTexts('campaign').campaign
  const c = t.report.cards
  const format = useFormat()
  const dayTime = useDayTime()
  const { contactList, tagList, whatsapp, scheduledAt, completedAt, confirmation } = campaign
  const time = (at: string | null) => (at === null ? '—' : format.dateTime(at))
  const share = (part: number, of: number) => (of === 0 ? '' : format.percent((part * 100) / of))
  const isRunning = campaign.status === 'EM_ANDAMENTO'
  return (
    <section className="campaign-report" aria-label={t.report.title}>
      <div className="campaign-report-head">
        <CampaignState campaign={campaign} />
        <CampaignProgress campaign={campaign} wide />
        {isRunning && finishesAt && <span className="subtle">{t.preview.finishes(dayTime(finishesAt))}</span>}
      </div>
      <ul className="campaign-cards">
        <Card
          icon={Users}
          label={c.valid}
          value={format.number(campaign.validCount)}
          note={campaign.leftOutCount > 0 ? c.leftOut(format.number(campaign.leftOutCount)) : ''}
        />
        {confirmation && (
          <>
            <Card
              icon={MessageCircleMore}
              label={c.requested}
              value={format.number(campaign.confirmationsRequestedCount)}
            />
            <Card
              icon={MessageSquareReply}
              label={c.confirmations}
              value={format.number(campaign.confirmationsCount)}
              note={share(campaign.confirmationsCount, campaign.confirmationsRequestedCount)}
            />
          </>
        )}
        <Card icon={Send} label={c.sent} value={format.number(campaign.sentCount)} />
        <Card
          icon={CheckCheck}
          label={c.delivered}
          value={format.number(campaign.deliveredCount)}
          note={share(campaign.deliveredCount, campaign.sentCount)}
        />
        <Card
          icon={Eye}
          label={c.seen}
          value={format.number(campaign.seenCount)}
          note={share(campaign.seenCount, campaign.sentCount)}
        />
        {campaign.failedCount > 0 && (
          <Card icon={TriangleAlert} label={c.failed} value={format.number(campaign.failedCount)} />
        )}
        <Card icon={Smartphone} label={c.whatsapp} text={whatsapp?.name ?? '—'} />
        <Card
          icon={ListChecks}
          label={c.list}
          text={
            contactList?.name ?? (tagList ? t.tagOf(tagList.name) : campaign.sourceCampaignId ? t.failedOfOther : '—')
          }
        />
        <Card icon={CalendarClock} label={c.scheduledAt} text={time(scheduledAt)} />
        <Card icon={completedAt ? CircleCheckBig : Clock} label={c.completedAt} text={time(completedAt)} />
      </ul>
    </section>
  )
}

interface CardProps {
  icon: LucideIcon
  label: string
  /** A figure. */
  value?: string
  /** Words. */
  text?: string
  note?: string
}

function Card({ icon: Icon, label, value, text, note }: CardProps) {
  return (
    <li className="campaign-card">
      <span className="campaign-card-label">
        <Icon size={16} aria-hidden />
        {label}
      </span>
      {value !== undefined && (
        <span className="campaign-card-value">
          {value} {note && <span className="campaign-card-note">{note}</span>}
        </span>
      )}
      {text !== undefined && <bdi className="campaign-card-text">{text}</bdi>}
    </li>
  )
}
