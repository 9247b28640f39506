import { nameOf } from './seen.ts'

/** Shorter than a blink, nothing has moved. */
const blinkMs = 100

const moved = new Set<string>()

/** Notes everything that moves from now on, whether a style or a script moves it. */
export function watchMotion(): void {
  // Once a frame: with less motion every change of a style still begins a transition, of no length, and there are thousands.
  let isDue = false
  const note = (): void => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      noteRunning()
    })
  }
  for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, note, true)
  const { animate, scrollIntoView } = Element.prototype
  Element.prototype.animate = function animateWatched(this: Element, ...given) {
    const animation = animate.apply(this, given)
    tellLong(animation.effect, animation)
    return animation
  }
  Element.prototype.scrollIntoView = function scrollWatched(this: Element, given) {
    if (typeof given === 'object' && given.behavior === 'smooth') moved.add(`${nameOf(this)} is scrolled to smoothly`)
    scrollIntoView.call(this, given)
  }
}

function noteRunning(): void {
  for (const animation of document.getAnimations()) tellLong(animation.effect, animation)
}

function tellLong(effect: AnimationEffect | null, animation: Animation): void {
  const lastsMs = Number(effect?.getComputedTiming().activeDuration ?? 0)
  if (lastsMs <= blinkMs) return
  const what =
    (animation instanceof CSSAnimation && animation.animationName) ||
    (animation instanceof CSSTransition && animation.transitionProperty) ||
    'a script'
  const target = effect instanceof KeyframeEffect && effect.target
  moved.add(`${target ? nameOf(target) : 'something'} is moved by ${what} for ${lastsMs} ms`)
}

/** What has moved, and what would as soon as it changes; one line each. */
export function motion(): string[] {
  noteRunning()
  for (const element of document.querySelectorAll('*')) {
    for (const pseudo of [undefined, '::before', '::after'] as const) {
      const style = getComputedStyle(element, pseudo)
      const changes = style.transitionProperty !== 'none' && isLong(style.transitionDuration)
      const runs = style.animationName !== 'none' && isLong(style.animationDuration)
      if (changes) moved.add(`${nameOf(element)}${pseudo ?? ''} would change for ${style.transitionDuration}`)
      if (runs) moved.add(`${nameOf(element)}${pseudo ?? ''} moves for ${style.animationDuration}`)
      if (style.scrollBehavior === 'smooth') moved.add(`${nameOf(element)} scrolls smoothly`)
    }
  }
  return [...moved]
}

const isLong = (durations: string): boolean =>
  durations.split(',').some((duration) => Number.parseFloat(duration) * 1000 > blinkMs)
