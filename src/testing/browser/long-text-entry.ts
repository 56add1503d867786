import { findSlowTexts, repetitiveTexts } from '../hostile/repetitive-text'
import { foldText } from '../../kernel/text/fold-text.contract'
import { numbersOf } from '../../message/compose/vcard.contract'
import { pt } from '../../../web/i18n/pt'
import { formatText, isEmojiOnly, plainText } from '../../../web/message/bubble/format-text'
import { shortenText } from '../../../web/message/bubble/message-text'
import { summaryOf } from '../../../web/message/message-summary'
import { initialsOf } from '../../../web/ui/display/avatar'
import { cutText } from '../../../web/ui/text/cut-text'
import { formattedRuns, wrapRuns } from '../../../web/conversation/export/pdf-text'

const functions: Record<string, (text: string) => unknown> = {
  foldText,
  numbersOf,
  formatText,
  isEmojiOnly,
  plainText,
  shortenText,
  summaryOf: (body) => summaryOf({ body, mediaType: null, isDeleted: false }, pt.message),
  cutText: (text) => cutText(text, 40),
  // Lines starting with an a are measured as if all characters had no width.
  wrapRuns: (text) =>
    wrapRuns(formattedRuns(text), 90, (line) =>
      line[0]?.text.startsWith('a') ? 0 : line.reduce((length, run) => length + run.text.length, 0),
    ),
  initialsOf,
}

/** Segmenting takes long, so that longer texts than messages would take half a minute. */
const longMessages = repetitiveTexts(2 * 65_536)

/** Called by `long-text.browser.test.ts` in the browser. */
Object.assign(globalThis, {
  textFunctions: Object.keys(functions),
  findSlowTexts: (name: string) =>
    findSlowTexts(functions[name] ?? (() => {}), name === 'wrapRuns' ? longMessages : undefined),
})
