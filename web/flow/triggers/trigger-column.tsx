import type { ListedFlow } from '../../../src/flow/flow.calls'
import { useTexts } from '../../i18n/i18n'
import { tooltip } from '../../ui/popup/tooltip'
import { describeTrigger } from './describe-trigger'

/** What starts the flow: the first trigger, and the number of others. */
export function TriggerColumn({ flow: { triggers = [] } }: { flow: ListedFlow }) {
  const t = useTexts('flow').flow.triggers
  const words = triggers.map((trigger) => describeTrigger(t, trigger))
  const active = triggers.findIndex((trigger) => trigger.active)
  const first = words[Math.max(0, active)]
  if (first === undefined || active === -1) return <span className="flow-no-trigger">{t.none}</span>
  return (
    <span className="flow-triggers-cell" {...tooltip(words.join('\n'))}>
      <bdi className="truncate">{first}</bdi>
      {words.length > 1 && (
        <span className="subtle tabular" aria-label={t.more(words.length - 1)}>
          +{words.length - 1}
        </span>
      )}
    </span>
  )
}
