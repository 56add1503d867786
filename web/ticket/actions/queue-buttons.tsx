import { ChevronRight } from '../../ui/icons'
import type { QueueOption } from '../../queue/use-queues'

interface QueueButtonsProps {
  label: string
  queues: readonly QueueOption[]
  disabled: boolean
  onChoose: (queueId: number) => void
}

/** One button a queue: choosing is answering. */
export function QueueButtons({ label, queues, disabled, onChoose }: QueueButtonsProps) {
  return (
    <div className="queue-buttons" role="group" aria-label={label}>
      {queues.map(({ id, name, color }, index) => (
        <button
          key={id}
          type="button"
          className="queue-button"
          disabled={disabled}
          data-autofocus={index === 0 || undefined}
          style={{ '--option-colour': color }}
          onClick={() => onChoose(id)}
        >
          <span className="option-dot" />
          <span className="truncate">{name}</span>
          <ChevronRight size={16} aria-hidden />
        </button>
      ))}
    </div>
  )
}
