import { lazyPart } from '../../ui/lazy-part'

/** What stands in the composer only at times. None of it is part of the first load. */
export const RecordingBar = lazyPart(() => import('./recording-bar').then((code) => code.RecordingBar))
export const ComposerAttachments = lazyPart(() =>
  import('./composer-attachments').then((code) => code.ComposerAttachments),
)
export const SelectionBar = lazyPart(() => import('../list/selection-bar').then((code) => code.SelectionBar))
export const QuickReplyList = lazyPart(() => import('./quick-reply-list').then((code) => code.QuickReplyList))

/** Ahead of the first use, when the conversation stands. */
export async function fetchComposerParts() {
  await Promise.all([RecordingBar, ComposerAttachments, SelectionBar, QuickReplyList].map(({ fetch }) => fetch()))
}
