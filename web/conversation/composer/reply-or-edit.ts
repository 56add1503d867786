import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { quoteOf, type ShownMessage } from '../../message/shown-message'

/** The message that is replied to or edited. During an edit the draft is kept. */
export interface ReplyOrEdit {
  readonly replyTo: ReadonlySignal<ShownMessage | undefined>
  readonly editing: ReadonlySignal<ShownMessage | undefined>
  reply(message: ShownMessage): void
  edit(message: ShownMessage): void
  cancel(): void
}

/** `wantFocus`: called when the text should be focused. `replyTo`: may hold a message that was chosen earlier. */
export function createReplyOrEdit(
  text: Signal<string>,
  wantFocus: () => void,
  replyTo: Signal<ShownMessage | undefined>,
) {
  const editing = signal<ShownMessage | undefined>(undefined)
  let beforeEdit = ''

  const begin = (part: { replyTo?: ShownMessage; editing?: ShownMessage }) =>
    batch(() => {
      if (editing.peek() && !part.editing) text.value = beforeEdit
      if (part.editing) {
        if (!editing.peek()) beforeEdit = text.peek()
        text.value = part.editing.body
      }
      replyTo.value = part.replyTo
      editing.value = part.editing
      wantFocus()
    })

  return {
    replyTo,
    editing,
    reply: (message: ShownMessage) => begin({ replyTo: message }),
    edit: (message: ShownMessage) => begin({ editing: message }),
    cancel: () => begin({}),
    quoted: () => {
      const message = replyTo.peek()
      return message ? quoteOf(message) : null
    },
    /** The text no longer replies to a message. */
    answered: () => void (replyTo.value = undefined),
    /** Returns the draft, without a message being edited. */
    draft: () => (editing.peek() ? beforeEdit : text.peek()),
  }
}
