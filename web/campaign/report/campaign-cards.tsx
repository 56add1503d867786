import type { CampaignView } from '../../../src/campaign/campaign.calls'
import { type Charge, countMessages } from '../../../src/channel/charges.contract'
import { useChargeParts } from '../../app/use-charge-parts'
import { useFormat, useTexts } from '../../i18n/i18n'
import {
  CalendarClock,
  CircleCheckBig,
  Clock,
  ListChecks,
  type LucideIcon,
  MessageCircleMore,
  MessageSquareReply,
  Smartphone,
  TriangleAlert,
  Users,
  Wallet,
} from '../../ui/icons'
import { CampaignProgress, CampaignState, figures, useDayTime } from '../campaign-state'

interface CampaignCardsProps {
  campaign: CampaignView & { charges: readonly Charge[] }
  finishesAt: string | null
}

export function CampaignCards({ campaign, finishesAt }: CampaignCardsProps) {
  const t = useTexts('campaign').campaign
  const cards = t.report.cards
  const format = useFormat()
  const dayTime = useDayTime()
  const { contactList, tagList, whatsapp, scheduledAt, completedAt } = campaign
  const time = (at: string | null) => (at === null ? '—' : format.dateTime(at))
  const isRunning = campaign.status === 'EM_ANDAMENTO'
  return (
    <section className="campaign-report stack gap-4" aria-label={t.report.title}>
      <div className="campaign-report-head row wraps">
        <CampaignState campaign={campaign} />
        <CampaignProgress campaign={campaign} wide />
        {isRunning && finishesAt && <span className="subtle">{t.preview.finishes(dayTime(finishesAt))}</span>}
      </div>
      <ul className="campaign-cards">
        <FigureCards campaign={campaign} />
        <ChargeCard charges={campaign.charges} />
        <Card icon={Smartphone} label={cards.whatsapp} text={whatsapp?.name ?? '—'} />
        <Card
          icon={ListChecks}
          label={cards.list}
          text={
            contactList?.name ?? (tagList ? t.tagOf(tagList.name) : campaign.sourceCampaignId ? t.failedOfOther : '—')
          }
        />
        <Card icon={CalendarClock} label={cards.scheduledAt} text={time(scheduledAt)} />
        <Card icon={completedAt ? CircleCheckBig : Clock} label={cards.completedAt} text={time(completedAt)} />
      </ul>
    </section>
  )
}

function FigureCards({ campaign }: { campaign: CampaignView }) {
  const { cards } = useTexts('campaign').campaign.report
  const format = useFormat()
  // Requests for confirmation are answered, too.
  const written = campaign.confirmation ? campaign.confirmationsRequestedCount : campaign.sentCount
  const isReply = (name: string) => name === 'answered' || name === 'optedOut'
  const share = (part: number, of: number) => (of === 0 ? '' : format.percent((part * 100) / of))
  return (
    <>
      <Card
        icon={Users}
        label={cards.valid}
        value={format.number(campaign.validCount)}
        note={campaign.leftOutCount > 0 ? cards.leftOut(format.number(campaign.leftOutCount)) : ''}
      />
      {campaign.confirmation && (
        <>
          <Card
            icon={MessageCircleMore}
            label={cards.requested}
            value={format.number(campaign.confirmationsRequestedCount)}
          />
          <Card
            icon={MessageSquareReply}
            label={cards.confirmations}
            value={format.number(campaign.confirmationsCount)}
            note={share(campaign.confirmationsCount, campaign.confirmationsRequestedCount)}
          />
        </>
      )}
      {figures.map(({ name, icon, of }) => (
        <Card
          key={name}
          icon={icon}
          label={cards[name]}
          value={format.number(of(campaign))}
          note={name === 'sent' ? '' : share(of(campaign), isReply(name) ? written : campaign.sentCount)}
        />
      ))}
      {campaign.failedCount > 0 && (
        <Card icon={TriangleAlert} label={cards.failed} value={format.number(campaign.failedCount)} />
      )}
    </>
  )
}

function ChargeCard({ charges }: { charges: readonly Charge[] }) {
  const { cards, charges: texts } = useTexts('campaign').campaign.report
  const format = useFormat()
  const partsOf = useChargeParts(texts)
  if (charges.length === 0) return null
  const value = format.number(countMessages(charges, true))
  const note = partsOf(charges)
  return <Card icon={Wallet} label={cards.charged} value={value} note={note} />
}

interface CardProps {
  icon: LucideIcon
  label: string
  value?: string
  text?: string
  note?: string
}

function Card({ icon: Icon, label, value, text, note }: CardProps) {
  return (
    <li className="campaign-card">
      <span className="campaign-card-label row note-text">
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
