import { laterPart } from '../ui/layout/later-part'

export const LaterSideMenu = laterPart(() => import('./menu/side-menu').then((code) => code.SideMenu))
export const LaterTopBar = laterPart(() => import('./menu/top-bar').then((code) => code.TopBar))
/** Of an expired company's frame, which has no other buttons. */
export const LaterBarActions = laterPart(() => import('./menu/top-bar').then((code) => code.BarActions))
export const LaterCommands = laterPart(() => import('./palette/frame-commands').then((code) => code.FrameCommands))

/** Around every page of who is signed in. */
export const frameParts = [
  { source: 'frame/menu/side-menu', fetch: LaterSideMenu.fetch },
  { source: 'frame/menu/top-bar', fetch: LaterTopBar.fetch },
  { source: 'frame/menu/top-bar', fetch: LaterBarActions.fetch },
  { source: 'frame/palette/frame-commands', fetch: LaterCommands.fetch },
]
