/** Queries that no company answers: none of them should have a result. None is among the texts that set the floor. */
export const outOfDomainQueries: readonly string[] = `
zzqx
best pizza recipe with anchovies
weather in Paris tomorrow
who won the world cup in 1998
how to tie a bow tie
capital of Mongolia
lyrics of a love song about rain
symptoms of a broken toe
chess opening theory queens gambit
medieval castles of France
conjugation of irregular French verbs
the meaning of life
colorless green ideas sleep furiously
Shakespeare sonnet 18 analysis
distance from earth to the moon
how many legs does a spider have
asdf jkl qwerty
xkcd plugh frobnicate
my cat is sleeping on the sofa
roman emperors in order
quadratic equation formula
dinosaur species of the Jurassic
knitting pattern for a wool sweater
population of Brazil in 1950
how deep is the Mariana trench
who wrote the Odyssey
tie a knot that does not slip
list of prime numbers below one hundred
the smell of fresh snow in the morning
what did dinosaurs eat
grammar of the German dative
my grandmother used to sing in the kitchen
how many stars are in the milky way
origin of the word sandwich
painting of a sunflower in a vase
jump rope rhymes from the seventies
the third law of thermodynamics
birds that migrate to Africa in winter
why did the Roman empire fall
qwpoe zmxn blorf
`
  .trim()
  .split('\n');
