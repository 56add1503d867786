import type { FlowTriggerView } from '../../../src/flow/flow.calls'
import { useTexts } from '../../i18n/i18n'
import { Link } from '../../ui/display/link'
import { Hand, TriangleAlert } from '../../ui/icons'
import { Note } from '../../ui/feedback/note'
import { describeTrigger, linkOfTrigger, triggerIcons } from './describe-trigger'

interface TriggerListProps {
  triggers: readonly FlowTriggerView[]
  /** Whether the flow is switched on. */
  active: boolean
}

/** Everything that starts a flow, each with a link to where it is set. */
export function TriggerList({ triggers, active }: TriggerListProps) {
  const t = useTexts('flow').flow.triggers
  const startsNothing = triggers.every((trigger) => !trigger.active)
  return (
    <>
      {!active && <Note icon={TriangleAlert}>{t.flowOff}</Note>}
      {active && startsNothing && <Note icon={TriangleAlert}>{t.none}</Note>}
      <ul className="flow-trigger-list" aria-label={t.title}>
        {triggers.map((trigger) => {
          const Icon = triggerIcons[trigger.kind]
          return (
            <li key={`${trigger.kind} ${trigger.id} ${trigger.name}`} data-off={!trigger.active || undefined}>
              <Icon size={16} aria-hidden />
              <Link href={linkOfTrigger(trigger)}>{describeTrigger(t, trigger)}</Link>
            </li>
          )
        })}
        <li>
          <Hand size={16} aria-hidden />
          <span className="subtle">{t.byHand}</span>
        </li>
      </ul>
    </>
  )
}
