/** Queries that no company matches: none of them should have a result. None is among the texts that set the floor. */
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
how to boil an egg so that the yolk stays soft
which king had six wives
the dog chased the ball across the wet grass
glorp fnizzle wabbe
sdkfjh wieurh vnbxm
distance between Madrid and Lisbon by road
what is the plural of octopus
how many bones are in the human hand
how long should I bake a sourdough loaf
did Napoleon win at Austerlitz
lyrics of the Swedish national anthem
the cat in the hat sat on the mat
tall purple silence eats Wednesday
seventeen wooden clouds forgot the ladder
was für ein schöner Tag heute
le chat dort sur le canapé
when does the sun set in Oslo in June
how to get rid of hiccups
scores of the Wimbledon final in 1980
how do bees make honey
my brother broke his bicycle yesterday
why did the chicken cross the road
who invented the printing press
how do I fold a fitted sheet
best stretches before running a marathon
mountains taller than eight thousand metres
how far can a kangaroo jump
a haiku about winter moonlight
what does the word serendipity mean
guitar chords for a campfire song
`
  .trim()
  .split('\n');

/** More of them, which were used to choose the rule for models. */
export const laterOutOfDomainQueries: readonly string[] = `
when was the first train built in England
how to clean a cast iron pan
who was the first woman to fly across the Atlantic
the bank of the river was muddy after the flood
why does bread rise when it is baked
how many strings does a violin have
what is the longest word in the English language
how do bats find their way in the dark
my uncle tells the same story every Christmas
the old man and his donkey walked to the market
blimfy troggle snarp
vbnm fghj rtyu
wxyq plonk zibber
purple ideas drink the sleeping staircase
nine honest umbrellas married a whispering lake
yesterday the kitchen table decided to swim
où se trouve la gare la plus proche
ich habe meine Schlüssel verloren
mañana voy a la playa con mis amigos
oggi piove e fa molto freddo
who painted the girl with a pearl earring
the rules of cricket for beginners
how long is a game of rugby
what is the capital of Burkina Faso
how tall is the Eiffel tower
which countries border Switzerland
how far is it from Rome to Naples
when did the Berlin wall fall
who wrote Pride and Prejudice
the ending of Romeo and Juliet
how to draw a horse step by step
how to remove chewing gum from a carpet
how to tell if an egg is fresh
how to sharpen a kitchen knife
what makes the sea salty
why do leaves change colour in autumn
how do fish breathe under water
what do pandas eat
are tomatoes a fruit or a vegetable
how long do hamsters live
a riddle about a candle
nursery rhymes about sheep
lullaby for a sleepy baby
a toast for my sister's wedding
chords of a song by the Beatles
who was the drummer of Queen
what is a group of crows called
difference between affect and effect
past participle of to lie
how do you pronounce quinoa
the boy threw a stone into the pond
it was a dark and stormy night
she forgot her gloves in the theatre
all happy families are alike
what time is high tide tomorrow
will it snow in Vienna this weekend
next total eclipse of the sun
what causes thunder and lightning
how to do a handstand
winner of the Eurovision song contest in 1974
`
  .trim()
  .split('\n');

/** More of them, which were not used to choose any setting. */
export const heldOutOutOfDomainQueries: readonly string[] = `
how long to roast a chicken
who was the first man on the moon
the river was frozen and the children skated until dark
brindle quux zorp
hjkl yuiop bnmvc
flight time from Tokyo to Sydney
how do you spell necessary
what colour are flamingos and why
how to knit socks with four needles
causes of the first world war
translate good morning into Finnish
she sells sea shells by the sea shore
angry triangles whisper beneath orange mathematics
a thousand spoons married the quiet staircase
wo ist die nächste Haltestelle bitte
donde está la biblioteca
tide times at Brighton on Saturday
how to stop a nosebleed
who scored the most goals in the 1966 world cup
how do spiders spin a web
my aunt lost her umbrella on the train
knock knock jokes for children
who discovered penicillin
how to iron a shirt collar
how do I hold my breath longer under water
deepest lake in the world
how fast does a cheetah run
a limerick about a sailor from Dover
synonyms of the word happy
notes of the piano part of Fur Elise
`
  .trim()
  .split('\n');
