/**
 * States by their number in the order they were reached, each with the one it was reached from. Millions of pairs: an open
 * hash over plain arrays takes a tenth of what a Map of strings would.
 */
export class StateTable {
  size = 0
  #first = new Int32Array(1 << 12)
  #second = new Int32Array(1 << 12)
  #parent = new Int32Array(1 << 12)
  #slots = new Int32Array(1 << 13).fill(-1)

  firstOf(state: number): number {
    return this.#first[state] ?? -1
  }

  secondOf(state: number): number {
    return this.#second[state] ?? -1
  }

  parentOf(state: number): number {
    return this.#parent[state] ?? -1
  }

  /** Does nothing when the pair is there: the first way to it was a shortest one. */
  add(first: number, second: number, parent: number): void {
    const slot = this.#slotOf(first, second)
    if (this.#slots[slot] !== -1) return
    if (this.size === this.#first.length) {
      this.#grow()
      return this.add(first, second, parent)
    }
    this.#slots[slot] = this.size
    this.#first[this.size] = first
    this.#second[this.size] = second
    this.#parent[this.size] = parent
    this.size++
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length - 1
    let slot = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & mask
    for (;;) {
      const state = this.#slots[slot] ?? -1
      if (state === -1 || (this.#first[state] === first && this.#second[state] === second)) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(): void {
    const grown = (old: Int32Array<ArrayBuffer>) => {
      const array = new Int32Array(old.length * 2)
      array.set(old)
      return array
    }
    this.#first = grown(this.#first)
    this.#second = grown(this.#second)
    this.#parent = grown(this.#parent)
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1)
    for (let state = 0; state < this.size; state++)
      this.#slots[this.#slotOf(this.firstOf(state), this.secondOf(state))] = state
  }
}
