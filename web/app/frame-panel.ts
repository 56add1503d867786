export interface FramePanelProps {
  close: () => void
  /** What the user typed while the panel loaded. */
  typed?: string
  /** The field at which it opens. */
  field?: string | undefined
}
